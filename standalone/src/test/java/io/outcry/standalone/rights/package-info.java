// SPDX-License-Identifier: Apache-2.0
/** Trials against a broker that asks who somebody is and what he may do; what the services need is read from {@code docs/operations.md}. */
package io.outcry.standalone.rights;

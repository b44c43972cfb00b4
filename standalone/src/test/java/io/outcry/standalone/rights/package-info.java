// SPDX-License-Identifier: Apache-2.0
/** Trials against a broker with authentication and ACLs; the rights that the services need are read from {@code docs/operations.md}. */
package io.outcry.standalone.rights;

// SPDX-License-Identifier: Apache-2.0
"use strict";

// The stream's protocol is in docs/streams.md. A message is applied only if it follows the one before; if not, the channel begins anew.

const LEVELS = 12;
const TRADES = 20;
// A heartbeat comes every second.
const SILENCE_MILLIS = 5000;
// Two intervals: from this age on a price is stale, as for who reads it. No message comes for that.
const STALE_MILLIS = { HOT: 10000, MEDIUM: 60000, COLD: 600000 };
const element = id => document.getElementById(id);

const market = { symbol: "", bids: new Map(), asks: new Map(), trades: [], orders: new Map() };
// By channel: epoch and sequence of what is shown, to come back with after a break.
const places = new Map();
// By table: what it shows.
const drawn = new Map();
let socket = null;
let key = "";
let authenticated = false;
// That a key is refused is told until another one is tried.
let refused = false;
let heardMillis = 0;
let live = false;
let attempts = 0;
let retryMillis = 0;
let drawing = false;

function channels() {
  const own = authenticated ? ["orders"] : [];
  return market.symbol ? [`price:${market.symbol}`, `book:${market.symbol}`, `trades:${market.symbol}`, ...own] : own;
}

function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify(message));
  }
}

function subscribe(names) {
  const resume = {};
  names.filter(name => places.has(name)).forEach(name => { resume[name] = places.get(name); });
  if (names.length > 0) {
    send({ op: "subscribe", channels: names, resume });
  }
}

function beginAnew(name) {
  places.delete(name);
  subscribe([name]);
}

function connect() {
  authenticated = false;
  heardMillis = performance.now();
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/stream`);
  socket.onopen = () => {
    attempts = 0;
    show("live");
    if (key) {
      send({ op: "auth", token: key });
    }
    subscribe(channels());
  };
  socket.onmessage = event => {
    heardMillis = performance.now();
    receive(JSON.parse(event.data));
  };
  socket.onclose = () => comeBack("reconnecting");
}

// What is still on its way on the old connection is not waited for.
function comeBack(state) {
  if (socket) {
    Object.assign(socket, { onopen: null, onmessage: null, onclose: null });
    socket.close();
    socket = null;
    show(state);
    attempts = Math.min(attempts + 1, 6);
    setTimeout(connect, retryMillis || 250 * 2 ** attempts * (0.5 + Math.random()));
    retryMillis = 0;
  }
}

function show(state) {
  live = state === "live";
  element("connection").textContent = state;
  element("connection").classList.toggle("live", live);
  draw();
}

// A server that stands still, or a network that is cut, closes nothing.
function listen() {
  if (performance.now() - heardMillis > SILENCE_MILLIS) {
    comeBack("silent");
  }
}

function receive(message) {
  if (message.channel && message.type !== "error") {
    apply(message);
  } else if (message.type === "heartbeat") {
    compare(message.sequences);
  } else if (message.type === "bye") {
    retryMillis = message.retryMs;
  } else if (message.type === "error") {
    element("problem").textContent = message.detail;
    if (message.code === "UNAUTHORIZED" || message.code === "FORBIDDEN") {
      refused = true;
      logOut();
    } else if (message.code === "VIEW_UNAVAILABLE") {
      setTimeout(() => askAgain(message.channel), 1000);
    } else if (message.code === "RATE_LIMITED") {
      // What was dropped is not said.
      retryMillis = 1000;
      comeBack("reconnecting");
    }
  } else if (message.op === "subscribed" && !refused) {
    element("problem").textContent = "";
  } else if (message.op === "authenticated") {
    authenticated = true;
    element("account").textContent = message.account;
    element("problem").textContent = "";
    subscribe(["orders"]);
  }
  draw();
}

// What is shown by then may be another symbol, or nothing of an account.
function askAgain(name) {
  if (channels().includes(name)) {
    beginAnew(name);
  }
}

// What was shown of the account is another's business from now on, before the next frame is drawn.
function logOut() {
  key = "";
  authenticated = false;
  element("account").textContent = "";
  market.orders = new Map();
  rows("orders", [], () => "");
  places.delete("orders");
}

function compare(sequences) {
  for (const [name, sequence] of Object.entries(sequences)) {
    const place = places.get(name);
    if (place && place[1] !== sequence) {
      beginAnew(name);
    }
  }
}

function apply(message) {
  if (message.channel !== "orders" && !message.channel.endsWith(`:${market.symbol}`)) {
    return; // Of the symbol that was shown before.
  }
  const place = places.get(message.channel);
  const follows = message.first === undefined || message.type === "trade" || (place && message.first === place[1] + 1);
  if (!follows) {
    beginAnew(message.channel);
    return;
  }
  places.set(message.channel, [message.epoch, message.sequence]);
  switch (message.type) {
    case "price":
      market.price = { ...message, heardMillis, heardAt: Date.now() };
      break;
    case "snapshot":
      takeSnapshot(message);
      break;
    case "delta":
      changeLevels(market.bids, message.bids);
      changeLevels(market.asks, message.asks);
      market.bookSequence = message.sequence;
      break;
    case "trade":
      // After a resume the trades of the last outcome come again.
      if (!market.trades.some(trade => trade.tradeId === message.tradeId)) {
        market.trades = [message, ...market.trades].slice(0, TRADES);
      }
      break;
    case "order":
      changeOrder(message.order);
      break;
    default: // A resync: the open orders come again.
  }
}

function takeSnapshot(message) {
  if (message.bids) {
    market.bids = new Map(message.bids);
    market.asks = new Map(message.asks);
    market.bookSequence = message.sequence;
  } else if (message.trades) {
    market.trades = message.trades.slice(0, TRADES);
  } else {
    // The newest comes first; those to come are newer.
    market.orders = new Map(message.orders.reverse().map(order => [order.orderId, order]));
  }
}

function changeLevels(side, levels) {
  for (const [price, quantity] of levels) {
    if (quantity === "0") {
      side.delete(price);
    } else {
      side.set(price, quantity);
    }
  }
}

function changeOrder(order) {
  if (["NEW", "PARTIALLY_FILLED", "PENDING_TRIGGER"].includes(order.status)) {
    market.orders.set(order.orderId, order);
  } else {
    market.orders.delete(order.orderId);
  }
}

// At most once a frame, however many messages come.
function draw() {
  if (!drawing) {
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      drawPrice();
      drawBook();
      rows("trades", market.trades.map(trade => [
        new Date(trade.time).toLocaleTimeString(), trade.takerSide, trade.price, trade.quantity]), row => row[1].toLowerCase());
      rows("orders", [...market.orders.values()].reverse().map(order => [
        order.symbol, order.side, order.price ?? "", order.leavesQuantity, order.status, order.orderId]), row => row[1].toLowerCase());
    });
  }
}

function drawPrice() {
  const price = market.price;
  element("price").textContent = price ? price.price : "\u2013";
  element("price-more").textContent = price
    ? `${price.bid} / ${price.ask}, \u00b1 ${price.confidence}, ${live ? statusNow(price) : "not heard of now"}, `
      + `${price.sources} sources, as of ${new Date(price.asOf).toLocaleTimeString()}`
    : "there is none yet";
}

function statusNow(price) {
  // While a machine sleeps the one stands still; the other may be set.
  const ageMillis = price.ageMs + Math.max(performance.now() - price.heardMillis, Date.now() - price.heardAt);
  return ageMillis > STALE_MILLIS[price.tier] ? "stale" : price.status.toLowerCase();
}

function drawBook() {
  const best = (side, order) => [...side].sort((one, other) => order * (Number(one[0]) - Number(other[0]))).slice(0, LEVELS);
  const bids = best(market.bids, -1);
  const asks = best(market.asks, 1);
  const lines = Array.from({ length: Math.max(bids.length, asks.length) }, (_, i) => [
    bids[i]?.[1] ?? "", bids[i]?.[0] ?? "", asks[i]?.[0] ?? "", asks[i]?.[1] ?? ""]);
  rows("book", lines, () => "");
  element("book").querySelectorAll("td:nth-child(2)").forEach(cell => cell.classList.add("buy"));
  element("book").querySelectorAll("td:nth-child(3)").forEach(cell => cell.classList.add("sell"));
  element("book-sequence").textContent = market.bookSequence ? `sequence ${market.bookSequence}` : "";
}

// What is as it was stays: it may be selected, or be read aloud.
function rows(id, lines, style) {
  const text = JSON.stringify(lines);
  if (drawn.get(id) === text) {
    return;
  }
  drawn.set(id, text);
  element(id).replaceChildren(...lines.map(line => {
    const row = document.createElement("tr");
    row.className = style(line);
    row.append(...line.map(text => {
      const cell = document.createElement("td");
      cell.textContent = text;
      return cell;
    }));
    return row;
  }));
}

function choose(symbol) {
  const before = channels().filter(name => name !== "orders");
  if (before.length > 0) {
    send({ op: "unsubscribe", channels: before });
    before.forEach(name => places.delete(name));
  }
  Object.assign(market, { symbol, bids: new Map(), asks: new Map(), trades: [], price: undefined, bookSequence: undefined });
  subscribe(channels().filter(name => name !== "orders"));
  draw();
}

// Until there are any: a server that has just started lists its first ones a moment later.
async function listInstruments() {
  const instruments = await fetch("/api/v1/instruments", { signal: AbortSignal.timeout(30000) }).then(answer => answer.ok ? answer.json() : null).catch(() => null);
  if (!instruments?.length) {
    element("problem").textContent = instruments ? "there are no instruments yet" : "the instruments cannot be read now";
    setTimeout(listInstruments, 2000);
    return;
  }
  if (!refused) {
    element("problem").textContent = "";
  }
  element("symbol").replaceChildren(...instruments.map(instrument => new Option(instrument.symbol, instrument.symbol)));
  choose(instruments[0].symbol);
}

function logIn(event) {
  event.preventDefault();
  const other = key !== "";
  logOut();
  refused = false;
  element("problem").textContent = "";
  key = element("key").value;
  element("key").value = "";
  if (other) {
    comeBack("reconnecting"); // A connection is of one account: the next one is of this key's.
  } else {
    send({ op: "auth", token: key });
  }
}

element("symbol").onchange = event => choose(event.target.value);
element("login").onsubmit = logIn;
connect();
setInterval(listen, 1000);
listInstruments();

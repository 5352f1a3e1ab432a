// Elements are built from text nodes only, so nothing out of a filing is ever read as markup.

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function show(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

export function say(text) {
  document.getElementById("status").textContent = text;
}

export const failed = (error) => h("p", { class: "failure", role: "alert" }, error.message);

export function folded(title, fill) {
  // A block whose content is made when it is first opened.
  const body = h("div", { class: "inside" });
  const block = h("details", { class: "fold" }, h("summary", {}, title), body);
  block.addEventListener("toggle", async () => {
    if (!block.open || body.childNodes.length) return;
    show(body, h("p", { class: "quiet" }, "…"));
    try {
      show(body, await fill());
    } catch (error) {
      show(body, failed(error));
    }
  });
  return block;
}

export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export const seconds = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0)) + " s";

export function grid(heads, rows, label) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    h("table", { class: "list" },
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell ?? "")))))));
}

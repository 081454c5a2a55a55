import type { Page } from "playwright-core";

/** Everything in the page that a text could have turned into. */
export function lookFor(page: Page) {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll("*")];
    const start = (element: Element) => element.outerHTML.slice(0, 200);
    const handled = all.filter((element) =>
      element.getAttributeNames().some((attribute) => attribute.startsWith("on")),
    );
    const leading = all.flatMap((element) =>
      ["href", "src", "action", "formaction", "xlink:href", "srcdoc", "data"].flatMap(
        (attribute) => {
          const value = element.getAttribute(attribute);
          return value === null ? [] : [value];
        },
      ),
    );
    return {
      handlers: handled.map(start),
      scripts: [...document.scripts]
        .filter(({ src, text, type }) => src === "" && text !== "" && type !== "application/json")
        .map(start),
      embedded: [...document.querySelectorAll("iframe, object, embed, base, img[src='x']")].map(
        start,
      ),
      // Not even in an address no click has followed yet.
      addresses: leading.filter((value) => /^\s*(?:javascript|data:text|vbscript)/i.test(value)),
    };
  });
}

/** A page in which every text stayed text. */
export const nothing = { handlers: [], scripts: [], embedded: [], addresses: [] };

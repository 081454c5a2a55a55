import type { Plugin } from "vite";

/** What the contract says about a call for those who read its description, and no browser asks for. */
const forReaders: ReadonlySet<string> = new Set(["example", "summary", "errors"]);

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Leaves the contract's examples and descriptions of its calls out of the build. */
export function withoutExamples(): Plugin {
  return {
    name: "without-examples",
    enforce: "post",
    transform(code, id) {
      if (!/[\\/]packages[\\/]contract[\\/]src[\\/]/.test(id)) return undefined;
      const places: Place[] = [];
      collect(this.parse(code), places);
      if (places.length === 0) return undefined;
      let kept = "";
      let from = 0;
      for (const { start, end } of places) {
        kept += code.slice(from, start);
        // The comma behind it goes, too.
        from = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);
      }
      kept += code.slice(from);
      if (/\.example\.(?:body|response)\b/.test(kept))
        this.error(`${id} reads an example outside of a call's own`);
      return { code: kept, map: null };
    },
  };
}

/** Places of these properties in calls of the contract, in their order. */
function collect(node: unknown, places: Place[]): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, places);
    return;
  }
  if (!isNode(node)) return;
  if (node["type"] === "ObjectExpression" && isEndpoint(node)) {
    for (const property of propertiesOf(node))
      if (forReaders.has(property.name)) places.push(property.place);
    return;
  }
  for (const child of Object.values(node)) collect(child, places);
}

function isEndpoint(object: Readonly<Record<string, unknown>>): boolean {
  const names = propertiesOf(object).map(({ name }) => name);
  return ["method", "path", "access", "response"].every((name) => names.includes(name));
}

function propertiesOf(
  object: Readonly<Record<string, unknown>>,
): readonly { readonly name: string; readonly place: Place }[] {
  const properties: unknown = object["properties"];
  if (!Array.isArray(properties)) return [];
  return properties.flatMap((property: unknown) => {
    if (!isNode(property) || !isNode(property["key"])) return [];
    const { name } = property["key"];
    const { start, end } = property;
    return typeof name === "string" && typeof start === "number" && typeof end === "number"
      ? [{ name, place: { start, end } }]
      : [];
  });
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

import { registerHooks } from "node:module";

const PACKAGE = "drizzle-orm";
const FOLDER = `/node_modules/${PACKAGE}/`;

let isQuick = false;

/**
 * Lets later imports find drizzle-orm without its exports map. Otherwise Node reads that 180 KB map for each of the
 * package's hundred files, and for each of our files that import it: most of the server's load time.
 */
export function quickenDrizzle(): void {
  if (isQuick) return;
  isQuick = true;
  const entries = new Map<string, string>();
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const url = drizzleFile(specifier, context.parentURL) ?? entries.get(specifier);
      if (url !== undefined) return { url, format: "module", shortCircuit: true };
      const found = nextResolve(specifier, context);
      if (isDrizzleEntry(specifier) && found.format === "module") entries.set(specifier, found.url);
      return found;
    },
  });
}

/** Whether it names an export of drizzle-orm, which is installed once. */
export function isDrizzleEntry(specifier: string): boolean {
  return specifier === PACKAGE || specifier.startsWith(`${PACKAGE}/`);
}

/** @returns the URL of a file of drizzle-orm that another one imports; null for all other imports */
export function drizzleFile(specifier: string, importer: string | undefined): string | null {
  const isOwn = /^\.\.?\/.*\.js$/.test(specifier) && importer?.includes(FOLDER) === true;
  return isOwn ? new URL(specifier, importer).href : null;
}

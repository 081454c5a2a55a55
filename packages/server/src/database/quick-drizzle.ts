import { registerHooks } from "node:module";

const FOLDER = "/node_modules/drizzle-orm/";

/**
 * Lets later imports resolve files of drizzle-orm directly. Otherwise Node reads, for each of its
 * hundred files, the package's whole export list of 180 KB: half of the time that the server takes to load.
 */
export function quickenDrizzle(): void {
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const url = drizzleFile(specifier, context.parentURL);
      return url === null
        ? nextResolve(specifier, context)
        : { url, format: "module", shortCircuit: true };
    },
  });
}

/** @returns the URL of a file of drizzle-orm that another one imports; null for all other imports */
export function drizzleFile(specifier: string, importer: string | undefined): string | null {
  const isOwn = /^\.\.?\/.*\.js$/.test(specifier) && importer?.includes(FOLDER) === true;
  return isOwn ? new URL(specifier, importer).href : null;
}

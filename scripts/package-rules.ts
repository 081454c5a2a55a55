import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import * as z from "zod";

/** The workspaces of an installed station. The web app is included as a build. */
export const shippedWorkspaces = [
  "contract",
  "irc",
  "launcher",
  "on-air",
  "process",
  "server",
] as const;

export const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  exports: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  overrides: z.record(z.string(), z.string()).default({}),
});
type Manifest = z.infer<typeof manifestSchema>;

export const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), dev: z.boolean().optional() }),
  ),
});
type Lock = z.infer<typeof lockSchema>;

const own = /(["'])(@neonrelay\/[\w-]+)((?:\/[\w-]+)?)\1/g;

/**
 * Compiles a module to JavaScript, since Node strips no types below node_modules. Lines and columns stay. Imports of
 * our own packages become paths; every file name ending in .ts ends in .js.
 * @param file relative to the project, as `packages/server/src/main.ts`
 * @param exportsOf exports of each of our packages, by its name
 * @throws when a package does not export what is imported
 */
export function toJavaScript(
  file: string,
  text: string,
  exportsOf: ReadonlyMap<string, Readonly<Record<string, string>>>,
): string {
  return stripTypeScriptTypes(text)
    .replaceAll(own, (_match, quote: string, name: string, part: string) => {
      const target = exportsOf.get(name)?.[`.${part}`];
      if (target === undefined) throw new Error(`${file}: ${name} has no ${part}`);
      const folder = name.replace("@neonrelay", "packages");
      const found = path.posix.relative(path.posix.dirname(file), path.posix.join(folder, target));
      return `${quote}${found.startsWith(".") ? found : `./${found}`}${quote}`;
    })
    .replaceAll(/\.ts(["'])/g, ".js$1");
}

/**
 * The manifest of the one installed package, with all third-party dependencies of ours, at the tested versions. Without
 * npm-shrinkwrap.json, which would make npm install the native code of every system there is, 2.3 GB.
 */
export function packageManifest(
  root: Manifest,
  workspaces: readonly Manifest[],
  { packages }: Lock,
): object {
  const needed = workspaces
    .flatMap(({ dependencies }) => Object.keys(dependencies))
    .filter((name) => !name.startsWith("@neonrelay/"))
    .toSorted()
    .map((name) => [name, packages[`node_modules/${name}`]?.version]);
  return {
    name: root.name,
    version: root.version,
    description: root["description"],
    license: root["license"],
    type: "module",
    bin: { neonrelay: "scripts/neonrelay.mjs" },
    engines: root["engines"],
    dependencies: Object.fromEntries(needed),
    optionalDependencies: root.optionalDependencies,
    overrides: root.overrides,
  };
}

/** The lockfile for installing that package as the project itself: our production dependencies at the same places. */
export function packageLock(lock: Lock, manifest: object): object {
  const kept = Object.entries(lock.packages).filter(
    ([place, { dev, link }]) =>
      place.startsWith("node_modules/") && dev !== true && link === undefined,
  );
  return { ...lock, packages: { "": manifest, ...Object.fromEntries(kept) } };
}

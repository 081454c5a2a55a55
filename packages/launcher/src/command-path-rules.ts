import path from "node:path";

/** Which words of a command name files or folders: those from index `from` up to and including `to`. */
const placesOfPaths: readonly {
  readonly words: readonly string[];
  readonly from: number;
  readonly to?: number;
}[] = [
  { words: ["import"], from: 1 },
  { words: ["backup"], from: 1 },
  { words: ["restore"], from: 1 },
  { words: ["config"], from: 2 },
  { words: ["programme", "export"], from: 2 },
  { words: ["programme", "import"], from: 2 },
  { words: ["migrate"], from: 2, to: 2 },
];

/**
 * Resolves files and folders against the user's current folder: npm runs scripts in the project's.
 * @param folder the user's current folder
 */
export function withWholePaths(args: readonly string[], folder: string): readonly string[] {
  const place = placesOfPaths.find(({ words }) => words.every((word, at) => args[at] === word));
  if (place === undefined) return args;
  const { from, to = Infinity } = place;
  return args.map((arg, at) =>
    at < from || at > to || arg.startsWith("--")
      ? arg
      : `${path.resolve(folder, arg)}${arg.endsWith("/") ? "/" : ""}`,
  );
}

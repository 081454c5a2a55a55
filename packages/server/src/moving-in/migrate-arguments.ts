import { readPathMap, type PathMap } from "./match-tracks.ts";
import { origins, type Origin } from "./moved-station.ts";

type MigrateArguments =
  | {
      readonly kind: "read";
      readonly origin: Origin;
      readonly place: string;
      readonly maps: readonly PathMap[];
      /** null: the only one. */
      readonly stationName: string | null;
      readonly isDryRun: boolean;
    }
  | { readonly kind: "unclear"; readonly problem: string };

const form = `migrate ${origins.join("|")} PATH [--map OLD=NEW]… [--station NAME] [--dry-run|--yes]`;

/** Without `--yes` it is a dry run. */
export function readMigrateArguments(args: readonly string[]): MigrateArguments {
  const unclear = (problem: string): MigrateArguments => ({
    kind: "unclear",
    problem: `${problem}: ${form}`,
  });
  const given: string[] = [];
  const maps: PathMap[] = [];
  const flags = new Set<string>();
  let stationName: string | null = null;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--map" || arg.startsWith("--map=")) {
      const text = arg === "--map" ? (args[(at += 1)] ?? "") : arg.slice("--map=".length);
      const map = readPathMap(text);
      if (map === null) return unclear("Give a map as OLD=NEW, two folders");
      maps.push(map);
    } else if (arg === "--station") stationName = args[(at += 1)] ?? null;
    else if (arg === "--yes" || arg === "--dry-run") flags.add(arg);
    else if (arg.startsWith("--")) return unclear(`Unknown option ${arg}`);
    else given.push(arg);
  }
  const [name, place, more] = given;
  const origin = origins.find((known) => known === name);
  if (origin === undefined) return unclear("Say what to move in from");
  if (place === undefined || more !== undefined) return unclear("Name one file or folder");
  if (flags.size > 1) return unclear("Give --dry-run or --yes, not both");
  return { kind: "read", origin, place, maps, stationName, isDryRun: !flags.has("--yes") };
}

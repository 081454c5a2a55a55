import { readProgramVersion } from "@neonrelay/process/program-version";

const usage = [
  "Commands:",
  "  import DIR                    add a folder's music to the library",
  "  user add NAME [ROLE]          add an account with a generated password",
  "  user list                     list the accounts",
  "  user reset-password NAME      give an account a new generated password",
  "  access-code reset             create a new access code",
  "  backup FILE [--music]         write the database and covers, with --music the music too, to a file;",
  "                                if FILE is a folder, to a file with a dated name in it",
  "  restore FILE                  replace all of that with a backup; stop the station first",
  "  restore --stored[=NAME]       the same with a backup at the storage of the plan; without a name, the newest",
  "  config export [FILE]          print settings and branding, or write them to a file",
  "  config import FILE            replace settings and branding with those in such a file",
  "  programme show                print what was on air last, and the playlists with their turns",
  "  programme plan [--hours N]    print the plan of the coming hours",
  "  programme why ID              print why an item is in the plan, or a play was on air",
  "  programme export [FILE]       print playlists, clocks, shows and schedule, or write them to a file",
  "  programme import FILE         make and change them as such a file says; with --dry-run, only print how",
  "  listeners now                 print who listens now",
  "  listeners history [--days N]  print how much was listened on each of the last days, 30 if not given",
  "  migrate FROM PATH             say what would be imported from azuracast, libretime, icecast or m3u;",
  "                                with --yes, bring it; --map OLD=NEW names a folder's new place",
  "  upgrade ARCHIVE [--yes]       change to a newer version while the station is on air",
  "  upgrade --back [--yes]        go back to the version before",
  "  help                          print this list",
  "  doctor [--json]               check the station and its machine, and say what to do;",
  "                                exits with 0 if all is well, 1 if something is bad, 3 if there are warnings only",
  "  setup [--yes] [--install]     ask for domain, ports, HTTPS, first account and music folder, check each,",
  "                                and write the settings and the service's files: docs/service.md",
  "  remove [--all] [--yes]        list what belongs to the station, ask, and remove it with its service; with --all,",
  "                                the music, trash and backups in its folder go, too: docs/removing.md",
  "  heard URL                     listen to a stream from this machine, and say what is heard or why it is not;",
  "    [--through IP]              connect to another address than the name's",
  "    [--seconds N]               for so long, 5 if not given",
  "  version                       print this program's version and commit",
];

const commandNames = [
  "import",
  "user add",
  "user list",
  "user reset-password",
  "access-code reset",
  "backup",
  "restore",
  "config export",
  "config import",
  "programme show",
  "programme plan",
  "programme why",
  "programme export",
  "programme import",
  "listeners now",
  "listeners history",
  "migrate",
  "doctor",
] as const;

/** The arguments after `npm run station --`. */
type CommandLine =
  | {
      readonly kind: "command";
      readonly name: (typeof commandNames)[number];
      readonly args: readonly string[];
    }
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  /** `command` is empty when none was given. */
  | { readonly kind: "unknown"; readonly command: string };

export function readCommandLine(args: readonly string[]): CommandLine {
  const [first = "", second = ""] = args;
  if (["help", "--help", "-h"].includes(first)) return { kind: "help" };
  if (["version", "--version"].includes(first)) return { kind: "version" };
  for (const name of commandNames) {
    const words = name.split(" ").length;
    if (args.slice(0, words).join(" ") === name)
      return { kind: "command", name, args: args.slice(words) };
  }
  const isFirstKnown = commandNames.some((name) => name.startsWith(`${first} `));
  return { kind: "unknown", command: isFirstKnown ? `${first} ${second}`.trim() : first };
}

/** Lists the commands or prints the version. @returns the exit code: 0 for help and version, 2 if not understood */
export function answerWithUsage(
  line: Exclude<CommandLine, { kind: "command" }>,
  print: (line: string) => void,
): number {
  if (line.kind === "version") {
    const { version, commit } = readProgramVersion();
    print(`Neon Relay ${version}, commit ${commit ?? "unknown"}`);
    return 0;
  }
  if (line.kind === "unknown" && line.command !== "") print(`Unknown command "${line.command}".`);
  for (const text of usage) print(text);
  return line.kind === "help" ? 0 : 2;
}

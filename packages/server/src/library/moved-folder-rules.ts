import { MAX_KIND_RULES, type KindRule } from "@neonrelay/contract";
import { matchesRule } from "./kind-rules.ts";
import { foldText } from "./track-rules.ts";

/** A file that was recognised at another place. */
export interface MovedFile {
  readonly from: string;
  readonly to: string;
}

/**
 * Rules that name a folder follow it where it was renamed or moved as a whole: its files were all recognised below one other
 * folder, nothing of it is left, and the new name is that of no other music.
 * @param paths of all files that are there now
 * @returns the rules to go by from now on; null: they stay as they are
 */
export function followMovedFolders(
  rules: readonly KindRule[],
  { moves, paths }: { readonly moves: readonly MovedFile[]; readonly paths: readonly string[] },
): KindRule[] | null {
  const moved = new Set(moves.map(({ to }) => to));
  const followed = rules.flatMap((rule): KindRule[] => {
    const value = rule.by === "folder" ? newFolder(rule, moves) : null;
    if (value === null) return [rule];
    const next = { ...rule, value };
    const isOfOthers = paths.some((path) => !moved.has(path) && matches(next, path));
    if (isOfOthers) return [rule];
    return paths.some((path) => matches(rule, path)) ? [rule, next] : [next];
  });
  const isSame =
    followed.length === rules.length && followed.every((rule, at) => rule === rules[at]);
  return isSame || followed.length > MAX_KIND_RULES ? null : followed;
}

/** What the folder of a rule is called now, as a rule names it; null: it did not move as a whole, or no one can say. */
function newFolder(rule: KindRule, moves: readonly MovedFile[]): string | null {
  const names = new Set(
    moves.flatMap(({ from, to }) =>
      matches(rule, from) && !matches(rule, to) ? [renamed(rule.value, { from, to })] : [],
    ),
  );
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : null;
}

function renamed(value: string, { from, to }: MovedFile): string | null {
  const wanted = value
    .split(/[/\\]/)
    .map(foldText)
    .filter((part) => part !== "");
  const before = foldersOf(from);
  const after = foldersOf(to);
  const at = before.findIndex((_, index) =>
    wanted.every((part, step) => foldText(before[index + step] ?? "") === part),
  );
  const below = before.slice(at + wanted.length);
  const isBelow = below.every((part, step) => after[after.length - below.length + step] === part);
  if (at === -1 || !isBelow || after.length <= below.length) return null;
  const folder = after.slice(0, after.length - below.length);
  const isBeside = before.slice(0, at).every((part, index) => part === folder[index]);
  const named = isBeside ? folder.slice(at) : folder.slice(-wanted.length);
  return named.length === 0 ? null : named.join("/");
}

function foldersOf(path: string): readonly string[] {
  return path
    .split("/")
    .slice(0, -1)
    .filter((part) => part !== "");
}

function matches(rule: KindRule, path: string): boolean {
  return matchesRule(rule, { path, genre: null, kindTag: null });
}

import { kindRuleSchema, MAX_KIND_RULES, type KindRule } from "@neonrelay/contract";
import { foldText } from "./track-rules.ts";

/** A file recognised at another path. */
export interface MovedFile {
  readonly from: string;
  readonly to: string;
}

/** A folder as rules see it. */
interface Folder {
  readonly names: readonly string[];
  readonly folded: readonly string[];
}

/**
 * Lets rules that name a folder follow it when it was renamed or moved as a whole: all its files were recognised below
 * one other folder, nothing of it is left, and no other music uses the new name.
 * @param paths of all existing files
 * @returns the new rules, or null when nothing changes
 */
export function followMovedFolders(
  rules: readonly KindRule[],
  { moves, paths }: { readonly moves: readonly MovedFile[]; readonly paths: readonly string[] },
): KindRule[] | null {
  const folders = new Map<string, Folder>();
  // Thousands of files share few folders: parse each once.
  const folderOf = (path: string): Folder => {
    const text = path.slice(0, path.lastIndexOf("/"));
    const known = folders.get(text) ?? readFolder(text);
    folders.set(text, known);
    return known;
  };
  const moved = new Set(moves.map(({ to }) => to));
  const here = new Set(paths.map(folderOf));
  const ofOthers = new Set(paths.filter((path) => !moved.has(path)).map(folderOf));
  const pairs = new Map<Folder, Set<Folder>>();
  for (const { from, to } of moves) {
    const targets = pairs.get(folderOf(from)) ?? new Set();
    pairs.set(folderOf(from), targets.add(folderOf(to)));
  }
  let isChanged = false;
  const followed = rules.flatMap((rule): KindRule[] => {
    const next = rule.by === "folder" ? newRule(rule, { pairs, here }) : null;
    if (next === null) return [rule];
    const wanted = partsOf(next.value);
    if ([...ofOthers].some((folder) => placeOf(folder, wanted) !== -1)) return [rule];
    isChanged = true;
    const isLeft = [...here].some((folder) => placeOf(folder, partsOf(rule.value)) !== -1);
    return isLeft ? [rule, next] : [next];
  });
  return isChanged && followed.length <= MAX_KIND_RULES ? followed : null;
}

/** The rule for the folder's new place; null when it did not move as a whole, or a rule can't have its name. */
function newRule(
  rule: KindRule,
  {
    pairs,
    here,
  }: {
    readonly pairs: ReadonlyMap<Folder, ReadonlySet<Folder>>;
    readonly here: ReadonlySet<Folder>;
  },
): KindRule | null {
  const wanted = partsOf(rule.value);
  const names = new Set<string | null>();
  for (const [from, targets] of pairs) {
    const at = placeOf(from, wanted);
    if (at === -1) continue;
    const root = from.names.slice(0, at + wanted.length);
    const isLeft = [...here].some((folder) =>
      root.every((name, index) => folder.names[index] === name),
    );
    for (const to of targets)
      if (isLeft) names.add(null);
      else if (placeOf(to, wanted) === -1)
        names.add(renamed({ from, to }, { at, count: wanted.length }));
  }
  const [value] = names;
  if (names.size !== 1 || typeof value !== "string") return null;
  return kindRuleSchema.safeParse({ ...rule, value }).data ?? null;
}

/** The new name of a folder that a rule names; null when the parts below it differ. */
function renamed(
  { from, to }: { readonly from: Folder; readonly to: Folder },
  { at, count }: { readonly at: number; readonly count: number },
): string | null {
  const below = from.names.slice(at + count);
  const top = to.names.length - below.length;
  if (top <= 0 || below.some((name, index) => to.names[top + index] !== name)) return null;
  const isBeside = from.names.slice(0, at).every((name, index) => to.names[index] === name);
  const named = to.names.slice(isBeside ? at : Math.max(0, top - count), top);
  return named.length === 0 ? null : named.join("/");
}

/** Where these names occur in a row in the folder's path, folded; -1 when they don't. */
function placeOf({ folded }: Folder, wanted: readonly string[]): number {
  if (wanted.length === 0) return -1;
  return folded.findIndex((_, at) => wanted.every((name, index) => folded[at + index] === name));
}

function readFolder(text: string): Folder {
  const names = text.split("/").filter((name) => foldText(name) !== "");
  return { names, folded: names.map(foldText) };
}

function partsOf(value: string): readonly string[] {
  return value
    .split(/[/\\]/)
    .map(foldText)
    .filter((part) => part !== "");
}

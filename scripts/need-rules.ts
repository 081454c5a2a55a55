/**
 * Something tests need from the machine. Suites name it by `// @module-tag <tag>`, single tests by
 * `{ tags: ["<tag>"] }`.
 */
export interface Need {
  /** The Debian package that provides it, if there is one. */
  readonly tag: string;
  readonly isThere: () => boolean;
  /** Text found in the source of its users. */
  readonly sign: string;
  /** Whether apt-get can install it. */
  readonly isPackage: boolean;
  /** Needed only in the area `deploy`. */
  readonly isForDeployment?: boolean;
}

/** A file of the project, by its path. */
export interface SourceFile {
  readonly text: string;
  /** Paths of the project files it imports. */
  readonly imports: readonly string[];
}

/** Finds a suite's needs from its source and that of everything it imports. */
export function createNeedFinder(
  files: ReadonlyMap<string, SourceFile>,
  needs: readonly Pick<Need, "tag" | "sign">[],
): {
  /** Needed, but not named as a tag. */
  readonly unnamed: (suite: string) => readonly string[];
  /** Needed, or named as a tag. */
  readonly used: (suite: string) => readonly string[];
} {
  const signed = new Map<string, readonly Pick<Need, "tag">[]>();
  for (const [name, { text }] of files)
    signed.set(
      name,
      needs.filter(({ sign }) => text.includes(sign)),
    );
  const tagsOf = (suite: string): ReadonlySet<string> => tagsIn(files.get(suite)?.text ?? "");
  const find = (suite: string, isWanted: (tag: string, isSigned: boolean) => boolean) => {
    const reached = [...reachedFrom(suite, files)].flatMap((name) => signed.get(name) ?? []);
    const found = new Set(reached.map(({ tag }) => tag));
    return needs.map(({ tag }) => tag).filter((tag) => isWanted(tag, found.has(tag)));
  };
  return {
    unnamed: (suite) => {
      const tags = tagsOf(suite);
      return find(suite, (tag, isSigned) => isSigned && !tags.has(tag));
    },
    used: (suite) => {
      const tags = tagsOf(suite);
      return find(suite, (tag, isSigned) => isSigned || tags.has(tag));
    },
  };
}

/** A suite's tags: its own and those of single tests. */
export function tagsIn(text: string): ReadonlySet<string> {
  const ofSuite = [...text.matchAll(/\/\/ @module-tag ([\w-]+)/g)].map(([, tag = ""]) => tag);
  const ofTests = [...text.matchAll(/tags: \[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
    [...list.matchAll(/"([\w-]+)"/g)].map(([, tag = ""]) => tag),
  );
  return new Set([...ofSuite, ...ofTests]);
}

function reachedFrom(suite: string, files: ReadonlyMap<string, SourceFile>): ReadonlySet<string> {
  const reached = new Set([suite]);
  for (const name of reached) for (const next of files.get(name)?.imports ?? []) reached.add(next);
  return reached;
}

/** Lists what is missing on the machine, and how to install it. */
export function missingWords(missing: readonly Pick<Need, "tag" | "isPackage">[]): string {
  const packages = missing.filter(({ isPackage }) => isPackage).map(({ tag }) => tag);
  const names = missing.map(({ tag, isPackage }) => (isPackage ? tag : `the rights of ${tag}`));
  const words = `The tests also need ${names.join(", ")}.`;
  return packages.length === 0
    ? words
    : `${words} On Debian, install as root with:\n  apt-get install --no-install-recommends ${packages.join(" ")}`;
}

/** A skipped test, with the needs that are missing. */
export interface LeftOutTest {
  readonly project: string;
  readonly suite: string;
  readonly name: string;
  readonly tags: readonly string[];
}

/**
 * Lists skipped tests in words: each missing need with its suites, and single tests by name where others of the suite
 * ran. A test with several missing needs is listed under the first.
 * @param wholeSuites projects and suites of which no test ran
 */
export function tellLeftOut(
  tests: readonly LeftOutTest[],
  missing: readonly Pick<Need, "tag" | "isPackage">[],
  wholeSuites: ReadonlySet<string>,
): readonly string[] {
  const rest = new Set(tests);
  const told: string[] = [];
  for (const { tag, isPackage } of missing) {
    const concerned = [...rest].filter(({ tags }) => tags.includes(tag));
    for (const test of concerned) rest.delete(test);
    if (concerned.length === 0) continue;
    const reason = isPackage ? `the package ${tag} is missing` : `it needs ${tag}`;
    told.push(`left out, as ${reason}:`, ...linesOf(concerned, wholeSuites));
  }
  if (rest.size > 0)
    told.push("left out, with its reason in the suite:", ...linesOf([...rest], new Set()));
  return told;
}

function linesOf(
  tests: readonly LeftOutTest[],
  wholeSuites: ReadonlySet<string>,
): readonly string[] {
  const countOf = new Map<string, number>();
  for (const { project, suite, name } of tests) {
    const place = `${project}: ${suite}`;
    const line = wholeSuites.has(place) ? place : `${place} > ${name}`;
    countOf.set(line, (countOf.get(line) ?? 0) + 1);
  }
  return [...countOf].map(([line, count]) =>
    count === 1 ? `  ${line}` : `  ${line} (${count} tests)`,
  );
}

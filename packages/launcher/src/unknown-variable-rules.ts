/** Variables of other programs that look like one of the station's. */
const otherPrograms: ReadonlySet<string> = new Set(["IRCNICK", "IRCSERVER", "HOSTS", "PORTS"]);
/** Shorter names differ by one letter from too many others. */
const SHORTEST_MISTYPED_LENGTH = 7;

/**
 * Says which variables the station does not know. In station.env each counts; in the environment, which is full of
 * other programs' variables, only those whose name is almost a known one.
 * @returns one sentence for each
 */
export function sayUnknownVariables({
  known,
  inFile,
  inEnvironment,
}: {
  readonly known: readonly string[];
  readonly inFile: readonly string[];
  readonly inEnvironment: readonly string[];
}): readonly string[] {
  const lines: string[] = [];
  for (const name of inFile)
    if (!known.includes(name)) {
      const meant = findMeant(name, known);
      const question = meant === null ? "" : ` Did you mean ${meant}?`;
      lines.push(`station.env sets ${name}, which is not a variable of Neon Relay.${question}`);
    }
  for (const name of inEnvironment) {
    if (known.includes(name) || otherPrograms.has(name)) continue;
    const meant = findMeant(name, known);
    // The right one beside it: then the other is another program's.
    if (meant !== null && !inEnvironment.includes(meant))
      lines.push(`${name} is not a variable of Neon Relay. Did you mean ${meant}?`);
  }
  return lines;
}

/** The known name that another one is almost; null: none is. */
function findMeant(name: string, known: readonly string[]): string | null {
  const bare = bareName(name);
  return (
    known.find((candidate) => bareName(candidate) === bare) ??
    known.find(
      (candidate) =>
        Math.min(bare.length, candidate.length) >= SHORTEST_MISTYPED_LENGTH &&
        isOneLetterApart(bare, bareName(candidate)),
    ) ??
    null
  );
}

function bareName(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** Whether one letter more, less, other, or exchanged with the next one makes `a` into `b`. */
function isOneLetterApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isExchanged =
    restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return (
    isExchanged ||
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1)
  );
}

/** Other programs' variables that resemble one of the station's. */
const otherPrograms: ReadonlySet<string> = new Set(["IRCNICK", "IRCSERVER", "HOSTS", "PORTS"]);
/** Too many shorter names differ by one letter. */
const SHORTEST_MISTYPED_LENGTH = 7;

/**
 * Reports variables that the station does not know. Every unknown one in station.env counts; in the environment, which
 * is full of other programs' variables, only those that nearly match a known name.
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
    // If the correct variable is set too, this one is another program's.
    if (meant !== null && !inEnvironment.includes(meant))
      lines.push(`${name} is not a variable of Neon Relay. Did you mean ${meant}?`);
  }
  return lines;
}

/** The known variable that a name nearly matches; null: none. */
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

/** Whether adding, dropping or changing one letter, or swapping two neighbours, turns `a` into `b`. */
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

const versionPattern = /^(\d+)\.(\d+)\.(\d+)(?:-([\da-z-]+(?:\.[\da-z-]+)*))?$/i;

/** Negative when `one` precedes `other` (SemVer §11); null when either is not a version. */
export function compareVersions(one: string, other: string): number | null {
  const [first, second] = [versionPattern.exec(one), versionPattern.exec(other)];
  if (first === null || second === null) return null;
  for (const place of [1, 2, 3]) {
    const difference = Number(first[place]) - Number(second[place]);
    if (difference !== 0) return difference;
  }
  return comparePrereleases(first[4], second[4]);
}

/** A pre-release precedes its release. */
function comparePrereleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  const [first, second] = [one.split("."), other.split(".")];
  for (const [index, word] of first.entries()) {
    const against = second[index];
    if (against === undefined) return 1;
    const order = compareWords(word, against);
    if (order !== 0) return order;
  }
  return first.length - second.length;
}

/** Numbers precede words. */
function compareWords(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return Number(one > other) - Number(one < other);
}

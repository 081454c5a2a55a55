/** File names of covers, likeliest first. */
const coverNames = ["cover", "folder", "front", "album", "albumart", "artwork"];
const pictureName = /^(?<name>.{1,100})\.(?:jpe?g|png|webp|gif)$/i;

/**
 * The picture in a folder that is its music's cover.
 * @param isAnyName accept a single picture whatever its name, when an operator asks for it
 */
export function folderPicture(
  names: readonly string[],
  { isAnyName }: { readonly isAnyName: boolean },
): string | null {
  const pictures = names
    .filter((name) => !name.startsWith("."))
    .flatMap((file) => {
      const name = pictureName.exec(file)?.groups?.["name"]?.toLowerCase();
      return name === undefined ? [] : [{ file, name }];
    })
    .toSorted((a, b) => (a.file < b.file ? -1 : 1));
  for (const wanted of coverNames) {
    const found = pictures.find(({ name }) => name === wanted);
    if (found !== undefined) return found.file;
  }
  if (!isAnyName) return null;
  const [first, second] = pictures;
  return first !== undefined && second === undefined ? first.file : null;
}

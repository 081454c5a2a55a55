/** Address of a path on the master. @param master its address, which may have a path of its own, as behind a proxy */
export function masterAddress(master: URL, path: string): string {
  const { href } = master;
  return `${href.endsWith("/") ? href.slice(0, -1) : href}${path}`;
}

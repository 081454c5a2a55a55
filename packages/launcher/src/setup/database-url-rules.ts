/** The URL without its password, for display. */
export function withoutPassword(address: string): string {
  return withPassword(address, "");
}

/**
 * Adds a password to the URL: its own, else the former URL's, else one that is prompted for.
 * @param former the URL until now
 */
export async function completeDatabaseUrl(
  address: string,
  {
    former,
    askSecret,
  }: {
    readonly former: string;
    readonly askSecret: (question: string) => Promise<string>;
  },
): Promise<string> {
  if (address === withoutPassword(former)) return former;
  if (!URL.canParse(address)) return address;
  const { username, password } = new URL(address);
  if (username === "" || password !== "") return address;
  return withPassword(address, await askSecret(`Password of ${username} there (empty: none)`));
}

function withPassword(address: string, password: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === "") return address;
  url.password = encodeURIComponent(password);
  return url.href;
}

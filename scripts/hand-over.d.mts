/** What keeps the processes of the station small. @param root folder of the program */
export function spareEnvironment(root: string): Readonly<Record<string, string>>;

/** Environment that keeps the station's processes small. @param root folder of the program */
export function spareEnvironment(root: string): Readonly<Record<string, string>>;

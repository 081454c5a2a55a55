/** An entry of `packages` in a lock file. */
export interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

/**
 * Whether node_modules matches package-lock.json.
 * @param installed npm's record in node_modules; undefined: none
 */
export function isInstalled(options: {
  readonly wanted: Readonly<Record<string, LockedPackage>>;
  readonly installed: Readonly<Record<string, LockedPackage>> | undefined;
  readonly withDevelopment: boolean;
}): boolean;

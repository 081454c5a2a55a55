/** A place in `packages` of a lock file. */
export interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

/**
 * Whether node_modules holds what package-lock.json names.
 * @param installed what npm has noted in node_modules; undefined: nothing
 */
export function isInstalled(options: {
  readonly wanted: Readonly<Record<string, LockedPackage>>;
  readonly installed: Readonly<Record<string, LockedPackage>> | undefined;
  readonly withDevelopment: boolean;
}): boolean;

import { avatarPath } from "./avatar-picture.ts";

/**
 * A picture derived from a name, the same on every page, without a request. Its margin is part of the drawing:
 * percentage padding would be relative to the parent.
 */
export function Avatar({
  name,
  className = "size-14 rounded-l",
}: {
  readonly name: string;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="-1 -1 7 7"
      className={`shrink-0 bg-s3 fill-primary ${className}`}
      aria-hidden="true"
    >
      <path d={avatarPath(name)} />
    </svg>
  );
}

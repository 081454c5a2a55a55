import { avatarPath } from "./avatar-picture.ts";

/** A picture made from a name alone, the same on every page: nobody else is asked for it. */
export function Avatar({
  name,
  className = "size-14 rounded-l p-2",
}: {
  readonly name: string;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="0 0 5 5"
      className={`shrink-0 bg-s3 fill-primary ${className}`}
      aria-hidden="true"
    >
      <path d={avatarPath(name)} />
    </svg>
  );
}

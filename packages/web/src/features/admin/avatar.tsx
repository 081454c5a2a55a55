import { avatarPath } from "../accounts/avatar-picture.ts";

/** A picture made from a name alone, the same on every page: nobody else is asked for it. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <svg
      viewBox="0 0 5 5"
      className="size-14 shrink-0 rounded-l bg-s3 fill-primary p-2"
      aria-hidden="true"
    >
      <path d={avatarPath(name)} />
    </svg>
  );
}

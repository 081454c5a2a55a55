import { Link } from "wouter";
import { useRight } from "../../accounts/index.ts";
import { type BrowseWay, browseWays } from "./browse-ways.ts";

/** The tracks of the library, and its other views. @param open undefined: the tracks */
export function LibraryWays({ open }: { readonly open: BrowseWay["path"] | undefined }) {
  const seesTags = useRight("programme");
  const ways = browseWays.filter(({ path }) => seesTags || path !== "tags");
  return (
    <nav aria-label="Views of the library" className="scroll-tabs shrink-0">
      <ul className="flex gap-2">
        {[{ path: undefined, title: "Tracks" }, ...ways].map(({ path, title }) => (
          <li key={title}>
            <Link
              href={path === undefined ? "/library" : `/library/${path}`}
              className="button button-small aria-[current=page]:border-primary aria-[current=page]:text-primary-text"
              aria-current={path === open ? "page" : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

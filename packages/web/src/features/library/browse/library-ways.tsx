import { Link } from "wouter";
import { useRight } from "../../accounts/index.ts";
import { type BrowseWay, browseWays } from "./browse-ways.ts";

/** The tracks of the library, and its other views. @param open undefined: the tracks */
export function LibraryWays({ open }: { readonly open: BrowseWay["path"] | undefined }) {
  const seesTags = useRight("programme");
  const ways = browseWays.filter(({ path }) => seesTags || path !== "tags");
  return (
    <nav aria-label="Views of the library" className="shrink-0">
      <ul className="flex flex-wrap gap-2">
        {[{ path: undefined, title: "Tracks" }, ...ways].map(({ path, title }) => (
          <li
            key={title}
            // A phone's list of tracks keeps one row of them; the others are beside any of these.
            className={open === undefined && isRare(path) ? "max-sm:hidden" : undefined}
          >
            <Link
              href={path === undefined ? "/library" : `/library/${path}`}
              className="button button-small aria-[current=page]:border-primary-edge aria-[current=page]:text-primary-text"
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

function isRare(path: BrowseWay["path"] | undefined): boolean {
  return path !== undefined && !["artists", "albums", "genres"].includes(path);
}

import type { PublicShow, Show } from "@neonrelay/contract";
import type { StoredShow } from "./show-store.ts";

/** The URL of a show's picture. It changes with the picture, so that browsers can cache it. */
export function toPictureUrl({
  id,
  pictureDigest,
}: Pick<StoredShow, "id" | "pictureDigest">): string | null {
  return pictureDigest === null ? null : `/api/shows/${id}/picture?v=${pictureDigest}`;
}

export function toShow({ hosts, pictureDigest, ...show }: StoredShow): Show {
  const pictureUrl = toPictureUrl({ id: show.id, pictureDigest });
  return { ...show, hostIds: hosts.map(({ id }) => id), pictureUrl };
}

export function toPublicShow(show: StoredShow): PublicShow {
  const { id, slug, name, text, color, hosts, content } = show;
  return {
    id,
    slug,
    name,
    text,
    color,
    hosts: hosts.map((host) => host.name),
    isLive: content.kind === "live",
    pictureUrl: toPictureUrl(show),
  };
}

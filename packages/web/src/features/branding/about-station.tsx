import { mailAddress, shownAddress } from "./about-rules.ts";
import { useBranding } from "./branding-data.ts";

/** Genre, website and contact of the station, as far as set. */
export function AboutStation({ className }: { readonly className: string }) {
  const { genre, website, email } = useBranding().metadata;
  if (genre === "" && website === "" && email === "") return null;
  return (
    <section aria-label="About the station" className={className}>
      {genre !== "" && <p className="wrap-anywhere">{genre}</p>}
      {website !== "" && (
        <a
          className="block py-1 text-primary-text underline wrap-anywhere"
          href={website}
          rel="noopener"
        >
          {shownAddress(website)}
        </a>
      )}
      {email !== "" && (
        <a
          className="block py-1 text-primary-text underline wrap-anywhere"
          href={mailAddress(email)}
        >
          {email}
        </a>
      )}
    </section>
  );
}

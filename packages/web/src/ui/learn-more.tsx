import { documentation } from "./documentation.ts";

/** Beside a heading: opens its page of the documentation in a new tab. @param about the heading's words */
export function LearnMore({
  about,
  page,
}: {
  readonly about: string;
  readonly page: keyof typeof documentation;
}) {
  return (
    <a
      className="-my-2.5 inline-flex min-h-11 items-center text-[13px] font-normal text-primary-text underline"
      href={documentation[page]}
      target="_blank"
    >
      Learn more
      <span className="sr-only"> about {about}, in a new tab</span>
    </a>
  );
}

import { useParams } from "wouter";
import { useShow } from "../features/schedule/schedule-data.ts";
import { ShowView } from "../features/schedule/show-view.tsx";
import { usePageTitle } from "./page-title.ts";

export function ShowPage() {
  const { slug } = useParams<{ slug: string }>();
  const { data, isError } = useShow(slug);
  usePageTitle(data?.name ?? (isError ? "Show not found" : "Show"));
  return <ShowView key={slug} slug={slug} />;
}

/** Whether an Accept-Encoding names gzip and does not refuse it with a weight of 0 [RFC 9110 §12.5.3]. */
export function takesGzip(accepted: string | undefined): boolean {
  return (accepted ?? "").split(",").some((part) => {
    const [coding = "", weight = ""] = part.toLowerCase().split(";", 2);
    return coding.trim() === "gzip" && !/^\s*q=0(?:\.0*)?\s*$/.test(weight);
  });
}

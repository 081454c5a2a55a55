/** Short enough for a name. */
export const name = `"'><img src=x onerror=pwned(1)><svg/onload=pwned(2)>`;
/** A second one: no two accounts may show the same name. */
export const djName = name.replaceAll("x", "y");
/** For longer fields: every known way for text to become a script. */
export const long = [
  name,
  "<script>pwned(3)</script>",
  `<iframe srcdoc="<script>parent.pwned(4)</script>"></iframe>`,
  `<a href="javascript:pwned(5)">x</a>`,
  "</title></textarea></style></script><script>pwned(6)</script>",
  "javascript:pwned(7) data:text/html,<script>pwned(8)</script>",
  `http://a.example/"onmouseover="pwned(9) https://a.example/<img/src=x/onerror=pwned(10)>`,
  "{{constructor.constructor('pwned(11)')()}} ${pwned(12)} &lt;img src=x onerror=pwned(13)&gt;",
].join(" ");
/** Part of both, and visible where the text is shown as text. */
export const SEEN = "onerror=pwned(1)";

import theme from "vitepress/theme-without-fonts";
import "./station.css";

// oxlint-disable-next-line import/no-default-export -- VitePress asks for it
export default theme;

import { useData, withBase } from 'vitepress';
import DefaultTheme, { VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './theme.css';

/** A link to the Markdown file of the page. */
function PageSource() {
  const { page } = useData();
  const href = withBase(`/${page.value.relativePath}`);
  return h('p', { class: 'page-source' }, [h('a', { href, target: '_blank' }, 'View this page as Markdown')]);
}

/** The first page, which has a main landmark, unlike the default theme's. */
function StartPage() {
  return h('main', { class: 'start-page' }, [h(VPHomeHero), h(VPHomeFeatures)]);
}

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('start-page', StartPage),
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(PageSource) }),
};

// The help articles that plugins bring in their `help` folders.
export { type HelpArticle, helpArticles, pathForHelp } from '../i18n/help_articles.js'

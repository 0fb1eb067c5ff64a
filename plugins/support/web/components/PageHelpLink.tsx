import { IconButton } from '@mui/material'
import { generatePath, Link } from 'react-router'
import { useT } from '#web/i18n'
import { Icon, Tip } from '#web/ui'
import { articlePath } from '../../pages.js'

interface PageHelpLinkProps {
  plugin: string
  article: string
}

/** Beside a page's title: opens the article that explains the page. Imports nothing of the shell, which loads after it. */
export default function PageHelpLink({ plugin, article }: PageHelpLinkProps) {
  const t = useT()
  const path = generatePath(articlePath, { plugin, article })
  return (
    // The negative margin keeps the title's line height, so that nothing moves when the app replaces the first paint.
    <Tip title={t('core.help.page')}>
      <IconButton component={Link} to={path} aria-label={t('core.help.page')} size="small" sx={{ color: 'text.secondary', my: -2 }}>
        <Icon name="help" />
      </IconButton>
    </Tip>
  )
}

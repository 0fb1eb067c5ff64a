import { Box, Button, Link as TextLink, Stack, Typography } from '@mui/material'
import { useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { HELP_TOPICS, type HelpTopic } from '#core/contract/pages'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { pagePath } from '#web/shell'
import { EmptyState, ErrorState, hasWords, Icon, LoadingState, PageHeader, SearchField, Section, ToneChip } from '#web/ui'
import { isSupportOpen } from '../../contract/hours.js'
import { askingAtom, tourAtom } from '../asking.js'
import { useHelp, type Article } from '../use_help.js'

/** /help: articles about the pages that this person can open, and ways to ask. */
export default function HelpPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('support.help.title')} text={t('support.help.text')} />
      <Stack sx={{ gap: 5 }}>
        <Articles />
        <Asking />
      </Stack>
    </>
  )
}

function Articles() {
  const t = useT()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useHelp()
  if (error) return <ErrorState error={error} part="support" onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="rows" count={8} />
  const found = data.data.filter(({ title, html }) => hasWords(`${title} ${html.replaceAll(/<[^>]*>/g, ' ')}`, search))
  return (
    <Section title={t('support.help.articles')}>
      <SearchField label={t('support.help.search')} value={search} onChange={setSearch} />
      {found.length ? (
        <Stack sx={{ gap: 7, pt: 3 }}>
          {HELP_TOPICS.map((topic) => (
            <Topic key={topic} topic={topic} articles={found.filter((article) => article.topic === topic)} />
          ))}
        </Stack>
      ) : (
        <EmptyState icon="search" title={t('support.help.none')} text={t('support.help.none_text')} />
      )}
    </Section>
  )
}

/** The articles of one topic, under its name; nothing without articles. */
function Topic({ topic, articles }: { topic: HelpTopic; articles: readonly Article[] }) {
  const t = useT()
  const id = useId()
  if (!articles.length) return null
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h3" sx={{ mb: 3 }}>
        {t(`support.topic.${topic}`)}
      </Typography>
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', columnGap: 6, rowGap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
      >
        {articles.map((article) => (
          <li key={`${article.plugin}/${article.name}`}>
            <ArticleLink article={article} />
          </li>
        ))}
      </Box>
    </Box>
  )
}

function ArticleLink({ article: { plugin, name, title, summary } }: { article: Article }) {
  const path = pagePath('support.article', { plugin, article: name })
  return (
    <>
      <TextLink component={Link} to={path ?? ''} sx={{ fontWeight: 600 }}>
        {title}
      </TextLink>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {summary}
      </Typography>
    </>
  )
}

function Asking() {
  const t = useT()
  const user = useUser()
  const ask = useSetAtom(askingAtom)
  const startTour = useSetAtom(tourAtom)
  const open = isSupportOpen()
  return (
    <Section title={t('support.help.ask')} text={t('support.help.hours')}>
      <div>
        <ToneChip
          tone={open ? 'success' : 'neutral'}
          icon={open ? 'success' : 'time'}
          label={t(open ? 'support.help.open' : 'support.help.closed')}
        />
      </div>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        <Button variant="contained" startIcon={<Icon name="support" />} onClick={() => ask(true)}>
          {t('support.ask.title')}
        </Button>
        {user.permissions.includes('support.tour') && (
          <Button variant="outlined" onClick={() => startTour((times) => times + 1)}>
            {t('support.tour.start')}
          </Button>
        )}
        <Button color="inherit" component={Link} to={pagePath('core.status') ?? '/status'}>
          {t('core.nav.status')}
        </Button>
      </Stack>
    </Section>
  )
}

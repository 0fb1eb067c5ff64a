import { Box, Button, Stack } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useFormat, useT } from '#web/i18n'
import { ActionRow, ErrorState, LoadingState, PageHeader, Section, StatusChip } from '#web/ui'
import type { LandingPageView } from '../../server/transformers/landing_page_transformer.js'
import { pageStates, stateOf } from '../../states.js'
import { editPath, usePages } from '../queries.js'

/** /tools/landingpages: every landing page, and whether its latest texts are published. */
export default function ListPage() {
  const t = useT()
  const query = usePages()
  return (
    <>
      <PageHeader title={t('landing_pages.title')} text={t('landing_pages.text')} />
      {query.data ? (
        <Section flush>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {query.data.data.map((page) => (
              <Row key={page.key} page={page} />
            ))}
          </Box>
        </Section>
      ) : query.error ? (
        <ErrorState error={query.error} part="landing_pages" title={t('landing_pages.list.failed')} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState shape="rows" count={2} />
      )}
    </>
  )
}

function Row({ page }: { page: LandingPageView }) {
  const t = useT()
  const format = useFormat()
  const { published } = page
  const name = t(`landing_pages.page.${page.key}`)
  return (
    <ActionRow
      framed
      name={name}
      chip={<StatusChip of={pageStates} status={stateOf(page)} />}
      lines={[
        page.path,
        published
          ? t('landing_pages.published_at', { number: published.number, at: format.dateTime(published.at) })
          : page.offline_since
            ? t('landing_pages.offline_since', { at: format.dateTime(page.offline_since) })
            : t('landing_pages.never'),
      ]}
      action={
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
          {published && (
            <Button
              variant="outlined"
              color="inherit"
              component="a"
              href={page.path}
              target="_blank"
              aria-label={`${t('landing_pages.edit.open')}: ${name}`}
            >
              {t('landing_pages.edit.open')}
            </Button>
          )}
          <Button
            variant="contained"
            component={RouterLink}
            to={editPath(page.key)}
            aria-label={`${t('landing_pages.edit.action')}: ${name}`}
          >
            {t('landing_pages.edit.action')}
          </Button>
        </Stack>
      }
    />
  )
}

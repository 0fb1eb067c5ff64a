import { Button, Stack } from '@mui/material'
import { Link as RouterLink, useNavigate } from 'react-router'
import { api, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ActionRow, StatusChip } from '#web/ui'
import type { LandingPageView } from '../../server/transformers/landing_page_transformer.js'
import { pageStates, stateOf } from '../../states.js'
import { editPath, pagesChanged } from '../queries.js'

interface PageRowProps {
  page: LandingPageView
  /** The id of the company whose page it is; null: the platform's. */
  company: number | null
}

/** A landing page in the list, with its state and what an admin can do. */
export function PageRow({ page, company }: PageRowProps) {
  const t = useT()
  const format = useFormat()
  const { own } = page
  const published = own?.published
  const name = t(`landing_pages.page.${page.key}`)
  const since = () => {
    if (!own) return t('landing_pages.as_platform_text')
    if (published) return t('landing_pages.published_at', { number: published.number, at: format.dateTime(published.at) })
    if (own.offline_since) return t('landing_pages.offline_since', { at: format.dateTime(own.offline_since) })
    return t(company ? 'landing_pages.never_company' : 'landing_pages.never')
  }
  return (
    <ActionRow
      framed
      name={name}
      chip={<StatusChip of={pageStates} status={own ? stateOf(own) : 'as_platform'} />}
      lines={[page.path, since()]}
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
          {own ? (
            <Button
              variant="outlined"
              component={RouterLink}
              to={editPath(page.key, company)}
              aria-label={`${t('landing_pages.edit.action')}: ${name}`}
            >
              {t('landing_pages.edit.action')}
            </Button>
          ) : (
            company && <StartOwn page={page} company={company} name={name} />
          )}
        </Stack>
      }
    />
  )
}

/** Gives a company texts of its own and opens them. */
function StartOwn({ page, company, name }: { page: LandingPageView; company: number; name: string }) {
  const t = useT()
  const navigate = useNavigate()
  const start = useApiMutation(() => api.landingPages.own.create({ params: { page: page.key }, body: { company } }), {
    onSuccess: () => {
      pagesChanged()
      void navigate(editPath(page.key, company))
    },
  })
  return (
    <Button
      variant="outlined"
      disabled={start.isPending}
      onClick={() => start.mutate(undefined)}
      aria-label={`${t('landing_pages.own.start')}: ${name}`}
    >
      {t('landing_pages.own.start')}
    </Button>
  )
}

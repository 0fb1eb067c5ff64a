import { Box, Button } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ActionRow, EmptyState, Section, useConfirm, useToast } from '#web/ui'
import type { LandingPageDetail } from '../../server/transformers/landing_page_transformer.js'
import { pagesChanged, versionOf } from '../queries.js'

/** Every published version, newest first, with a button to restore one. */
export function Versions({ page }: { page: LandingPageDetail }) {
  const t = useT()
  const format = useFormat()
  const restore = useRestore(page)
  if (!page.versions.length)
    return (
      <EmptyState
        icon="language"
        title={t('landing_pages.versions.empty')}
        text={t(page.company ? 'landing_pages.never_company' : 'landing_pages.never')}
      />
    )
  return (
    <Section flush>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {page.versions.map(({ number, at }, index) => (
          <ActionRow
            key={number}
            framed
            name={t('landing_pages.versions.name', { number })}
            lines={[
              format.dateTime(at),
              index === 0 && t(page.published ? 'landing_pages.versions.current' : 'landing_pages.versions.offline'),
            ]}
            action={
              (index > 0 || !page.published) && (
                <Button
                  variant="outlined"
                  color="inherit"
                  onClick={() => void restore(number)}
                  aria-label={t('landing_pages.versions.restore_name', { number })}
                >
                  {t('landing_pages.versions.restore')}
                </Button>
              )
            }
          />
        ))}
      </Box>
    </Section>
  )
}

function useRestore(page: LandingPageDetail) {
  const t = useT()
  const confirm = useConfirm()
  const toast = useToast()
  const restore = useApiMutation(
    (number: number) => api.landingPages.versions.restore({ params: { page: page.key, number: String(number) }, body: versionOf(page) }),
    {
      onSuccess: ({ data }) => {
        toast.success(t('landing_pages.versions.restored', { number: data.published?.number ?? 0 }))
        pagesChanged()
      },
    },
  )
  return async (number: number) => {
    const sure = await confirm({
      title: t('landing_pages.versions.restore_question', { number }),
      text: t('landing_pages.versions.restore_text'),
      confirmLabel: t('landing_pages.versions.restore'),
      destructive: page.changed,
    })
    if (sure) restore.mutate(number)
  }
}

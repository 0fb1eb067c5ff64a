import type { ReactNode } from 'react'
import { Button, Stack, Typography } from '@mui/material'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ErrorState, LoadingState, PanelPart, SidePanel, useToast } from '#web/ui'
import type { Version } from '../../server/transformers/text_transformer.js'
import { toValues, type TextChoice, type TextValues } from '../texts.js'

interface VersionsPanelProps {
  open: boolean
  chosen: TextChoice
  onClose: () => void
  /** Saves an earlier text as the next version. */
  putBack: (values: TextValues) => Promise<void>
  /** Further actions on all versions. */
  actions: ReactNode
}

/** The versions with their authors, newest first, and restoring one. */
export function VersionsPanel({ open, chosen, onClose, putBack, actions }: VersionsPanelProps) {
  const t = useT()
  const { trigger, company, language } = chosen
  const query = useApiQuery(
    ['mails', 'versions', chosen],
    () => api.mails.texts.versions({ params: { trigger }, query: { language, ...(company && { company }) } }),
    { enabled: open },
  )
  const versions = query.data?.data as Version[] | undefined
  return (
    <SidePanel open={open} onClose={onClose} width={600} title={t('mails.text.versions')} actions={actions}>
      {query.error ? (
        <ErrorState error={query.error} part="mails" onRetry={() => void query.refetch()} />
      ) : !versions ? (
        <LoadingState shape="rows" count={4} />
      ) : versions.length === 0 ? (
        <Typography>{t('mails.text.no_versions')}</Typography>
      ) : (
        <Stack sx={{ gap: 6 }}>
          {versions.map((version, index) => (
            <OneVersion
              key={version.number}
              version={version}
              {...(index > 0 && {
                putBack: async (values: TextValues) => {
                  await putBack(values)
                  onClose()
                },
              })}
            />
          ))}
        </Stack>
      )}
    </SidePanel>
  )
}

function OneVersion({ version: { number, words, at, by }, putBack }: { version: Version; putBack?: VersionsPanelProps['putBack'] }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const back = useApiMutation((values: TextValues) => putBack!(values), {
    onSuccess: () => toast.success(t('mails.text.put_back_done', { number })),
  })
  return (
    <PanelPart
      title={t('mails.text.version', { number })}
      aside={t('mails.text.version_by', { name: by ?? t('mails.text.somebody'), date: format.dateTime(at) })}
    >
      {words ? (
        <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{words.subject}</Typography>
          <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {words.body}
          </Typography>
          {putBack && (
            <Button variant="outlined" loading={back.isPending} onClick={() => back.mutate(toValues({ ...words }))}>
              {t('mails.text.put_back', { number })}
            </Button>
          )}
        </Stack>
      ) : (
        <Typography variant="body2">{t('mails.text.taken_back')}</Typography>
      )}
    </PanelPart>
  )
}

import { ListItemButton, ListItemText, Stack } from '@mui/material'
import { Link } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { nativeName, useFormat, useT } from '#web/i18n'
import { ErrorState, Icon, LoadingState, Section, ToneChip } from '#web/ui'
import type { TextOverview } from '../../server/services/text_service.js'

type Mail = TextOverview['mails'][number]

/** Every mail that the platform sends, by plugin; each links to its texts. */
export function TextList() {
  const query = useApiQuery(['mails', 'texts'], () => api.mails.texts.index({}))
  const mails = query.data?.data.mails as Mail[] | undefined
  if (query.error) return <ErrorState error={query.error} part="mails" onRetry={() => void query.refetch()} />
  if (!mails) return <LoadingState shape="rows" count={8} />
  const groups = [...new Set(mails.map(({ group }) => group))]
  return (
    <Stack sx={{ gap: 5 }}>
      {groups.map((group) => (
        <Section key={group} title={group} flush>
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {mails
              .filter((mail) => mail.group === group)
              .map((mail) => (
                <Line key={mail.trigger} mail={mail} />
              ))}
          </Stack>
        </Section>
      ))}
    </Stack>
  )
}

function Line({ mail: { trigger, name, when, written } }: { mail: Mail }) {
  const t = useT()
  const format = useFormat()
  const platform = written.filter(({ company }) => company === null).map(({ language }) => nativeName(language))
  const companies = new Set(written.flatMap(({ company }) => (company === null ? [] : [company]))).size
  return (
    <li>
      <ListItemButton
        component={Link}
        to={`/mails/${trigger}`}
        sx={{
          px: { xs: 4, sm: 5 },
          py: 3,
          gap: 3,
          borderTop: '1px solid',
          borderColor: 'divider',
          flexWrap: { xs: 'wrap', md: 'nowrap' },
        }}
      >
        <ListItemText
          primary={name}
          secondary={when}
          sx={{ my: 0, flex: { xs: '1 1 calc(100% - 40px)', md: 1 }, overflowWrap: 'anywhere' }}
          slotProps={{ primary: { sx: { fontWeight: 600 } } }}
        />
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', order: { xs: 1, md: 0 } }}>
          {platform.length > 0 && <ToneChip tone="info" icon="edit" label={t('mails.texts.own', { languages: format.list(platform) })} />}
          {companies > 0 && <ToneChip tone="info" icon="edit" label={t('mails.texts.companies', { count: companies })} />}
        </Stack>
        <Icon name="next" />
      </ListItemButton>
    </li>
  )
}

import { Box, Tab, Tabs } from '@mui/material'
import { useSearchParams } from 'react-router'
import { useT } from '#web/i18n'
import { PageHeader } from '#web/ui'
import { Outbox } from '../components/Outbox.js'
import { TextList } from '../components/TextList.js'

const TABS = ['sent', 'texts'] as const

/** /mails: the sent mails, and (`?tab=texts`) the texts of every mail. */
export default function MailsPage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'texts' ? 'texts' : 'sent'
  return (
    <>
      <PageHeader title={t('mails.outbox.title')} text={t(tab === 'texts' ? 'mails.texts.text' : 'mails.outbox.text')} />
      <Tabs
        value={tab}
        onChange={(_event, next: string) => setParams(next === 'texts' ? { tab: next } : {})}
        aria-label={t('mails.tabs')}
        sx={{ mb: 5, borderBottom: '1px solid', borderColor: 'divider' }}
      >
        {TABS.map((key) => (
          <Tab key={key} value={key} id={`mails-tab-${key}`} aria-controls={`mails-part-${key}`} label={t(`mails.tab.${key}`)} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`mails-part-${tab}`} aria-labelledby={`mails-tab-${tab}`}>
        {tab === 'texts' ? <TextList /> : <Outbox />}
      </Box>
    </>
  )
}

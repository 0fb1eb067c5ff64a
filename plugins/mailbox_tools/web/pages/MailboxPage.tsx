import { Stack } from '@mui/material'
import { useT } from '#web/i18n'
import { PageHeader, useUrlParams } from '#web/ui'
import { ConvertForm } from '../components/ConvertForm.js'
import { MailboxList } from '../components/MailboxList.js'
import { MailboxPreview } from '../components/MailboxPreview.js'
import { SendMailbox } from '../components/SendMailbox.js'

/** /tools/apollo: uploads a mailbox file, and converts it to a table. */
export default function MailboxPage() {
  const t = useT()
  const [params, edit] = useUrlParams()
  const token = params.get('mailbox')
  const show = (next: string | null) =>
    edit((now) => {
      if (next) now.set('mailbox', next)
      else now.delete('mailbox')
    })
  return (
    <>
      <PageHeader
        title={t('mailbox_tools.title')}
        text={t('mailbox_tools.text')}
        {...(token && { secondary: [{ label: t('mailbox_tools.other'), icon: 'back' as const, onClick: () => show(null) }] })}
      />
      <Stack sx={{ gap: 5 }}>
        {token ? (
          <>
            <MailboxPreview token={token} />
            <ConvertForm key={token} token={token} onDone={() => show(null)} />
          </>
        ) : (
          <>
            <SendMailbox onDone={show} />
            <MailboxList onChoose={show} />
          </>
        )}
      </Stack>
    </>
  )
}

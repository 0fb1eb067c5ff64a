import { Button, IconButton, Stack } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ActionRow, Icon, Section, Tip, useToast } from '#web/ui'
import { mailboxesChanged, megabytes, useMailboxes } from '../queries.js'

/** The uploads of the last day, with buttons to convert them again or delete them. */
export function MailboxList({ onChoose }: { onChoose: (token: string) => void }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const { data } = useMailboxes()
  const remove = useApiMutation((token: string) => api.mailboxTools.mailboxes.remove({ params: { token } }), {
    onSuccess: () => {
      toast.success(t('mailbox_tools.removed'))
      mailboxesChanged()
    },
  })
  if (!data?.data.length) return null
  return (
    <Section title={t('mailbox_tools.mine')} flush>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.data.map(({ token, name, size, is_whole: isWhole, expires_at: expires }) => (
          <ActionRow
            key={token}
            framed
            name={name}
            lines={[
              t('mailbox_tools.line', { size: format.number(megabytes(size)), when: format.dateTime(expires) }),
              !isWhole && t('mailbox_tools.unfinished'),
            ]}
            action={
              <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
                {isWhole && (
                  <Button variant="outlined" aria-label={t('mailbox_tools.choose_of', { name })} onClick={() => onChoose(token)}>
                    {t('mailbox_tools.choose')}
                  </Button>
                )}
                <Tip title={t('mailbox_tools.remove')}>
                  <IconButton aria-label={t('mailbox_tools.remove_of', { name })} onClick={() => remove.mutate(token)}>
                    <Icon name="delete" />
                  </IconButton>
                </Tip>
              </Stack>
            }
          />
        ))}
      </Stack>
    </Section>
  )
}

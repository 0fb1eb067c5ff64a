import { Button, Stack, Typography } from '@mui/material'
import { useSetAtom } from 'jotai'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { pagePath } from '#web/shell'
import { Icon, PageHeader, Section, ToneChip } from '#web/ui'
import { isSupportOpen } from '../../contract/hours.js'
import { askingAtom, tourAtom } from '../asking.js'

const PARTICIPANT = ['start', 'locked', 'phone', 'certificate']
const MANAGER = ['invite', 'assign', 'bounced', 'late']

/** /help: answers to what is asked most, and the ways to ask. */
export default function HelpPage() {
  const t = useT()
  const user = useUser()
  const ask = useSetAtom(askingAtom)
  const startTour = useSetAtom(tourAtom)
  const open = isSupportOpen()
  const topics = user.user_role === 'leerling' ? PARTICIPANT : MANAGER
  return (
    <>
      <PageHeader title={t('support.help.title')} text={t('support.help.text')} />
      <Stack sx={{ gap: 5 }}>
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
        <Section title={t('support.help.topics')}>
          <Stack component="dl" sx={{ m: 0, gap: 5 }}>
            {topics.map((topic) => (
              <div key={topic}>
                <Typography component="dt" sx={{ fontWeight: 600, mb: 1 }}>
                  {t(`support.help.${topic}`)}
                </Typography>
                <Typography component="dd" sx={{ m: 0, color: 'text.secondary' }}>
                  {t(`support.help.${topic}_answer`)}
                </Typography>
              </div>
            ))}
          </Stack>
        </Section>
      </Stack>
    </>
  )
}

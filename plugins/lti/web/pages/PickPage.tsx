import { Alert, Box, Button, Checkbox, Paper, Radio, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useParams } from 'react-router'
import { request, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { EmptyState, ErrorState, hasWords, LoadingState, PageHeader, SearchField } from '#web/ui'
import { pictureUrl } from '#plugins/learning/contract/offers'

interface OfferView {
  id: number
  name: string
  description: string
  duration_minutes: number
  photo: { hash: string; alt: string } | null
}
interface Pickable {
  several: boolean
  takes_links: boolean
  offers: OfferView[]
}

/** /lti/kiezen/{token}: a teacher of another system selects the courses that its links open. */
export default function PickPage() {
  const { token = '' } = useParams()
  const t = useT()
  const [picked, setPicked] = useState<readonly number[]>([])
  const [search, setSearch] = useState('')
  const query = useApiQuery(['lti', 'offers', token], () => request<{ data: Pickable }>(`/api/lti/offers/${encodeURIComponent(token)}`))
  if (query.error && !query.data) return <ErrorState asPage error={query.error} part="lti" />
  if (!query.data) return <LoadingState shape="page" count={4} />
  const { several, takes_links: takesLinks, offers } = query.data.data
  const shown = offers.filter(({ name }) => hasWords(name, search))
  const toggle = (id: number) => setPicked((now) => (!several ? [id] : now.includes(id) ? now.filter((each) => each !== id) : [...now, id]))
  return (
    <>
      <PageHeader title={t('lti.pick.title')} text={t(several ? 'lti.pick.text_several' : 'lti.pick.text_one')} />
      {!takesLinks && (
        <Alert severity="warning" sx={{ mb: 4 }}>
          {t('lti.pick.no_links')}
        </Alert>
      )}
      <Box sx={{ mb: 4 }}>
        <SearchField label={t('lti.pick.search')} value={search} onChange={setSearch} />
      </Box>
      {/* The browser returns to the other system with the data that the server signed. */}
      <Box component="form" method="post" action="/lti/deeplink">
        <input type="hidden" name="token" value={token} />
        {picked.map((id) => (
          <input key={id} type="hidden" name="courses" value={id} />
        ))}
        {shown.length === 0 ? (
          <EmptyState icon="search" title={t('lti.pick.none')} />
        ) : (
          <Stack component="ul" sx={{ gap: 2, m: 0, p: 0, listStyle: 'none' }}>
            {shown.map((offer) => (
              <Choice
                key={offer.id}
                offer={offer}
                several={several}
                isPicked={picked.includes(offer.id)}
                onToggle={() => toggle(offer.id)}
              />
            ))}
          </Stack>
        )}
        <Stack
          direction="row"
          sx={{
            gap: 3,
            flexWrap: 'wrap',
            py: 4,
            position: 'sticky',
            bottom: 0,
            bgcolor: 'background.default',
            borderTop: 1,
            borderColor: 'divider',
            mt: 4,
          }}
        >
          <Button type="submit" variant="contained" size="large" disabled={picked.length === 0 || !takesLinks}>
            {t('lti.pick.add', { count: picked.length })}
          </Button>
          {picked.length === 0 && (
            <Button type="submit" size="large" color="inherit">
              {t('lti.pick.cancel')}
            </Button>
          )}
        </Stack>
      </Box>
    </>
  )
}

interface ChoiceProps {
  offer: OfferView
  several: boolean
  isPicked: boolean
  onToggle: () => void
}

function Choice({ offer: { id, name, duration_minutes: minutes, photo }, several, isPicked, onToggle }: ChoiceProps) {
  const t = useT()
  const Mark = several ? Checkbox : Radio
  return (
    <Paper component="li" variant="outlined" sx={{ borderColor: isPicked ? 'primary.main' : 'divider' }}>
      <Stack component="label" direction="row" htmlFor={`course-${id}`} sx={{ gap: 3, p: 3, alignItems: 'center', cursor: 'pointer' }}>
        <Mark id={`course-${id}`} checked={isPicked} onChange={onToggle} />
        {photo && (
          <Box
            component="img"
            src={pictureUrl(photo.hash)}
            alt=""
            loading="lazy"
            sx={{ width: 88, height: 56, objectFit: 'cover', borderRadius: 1 }}
          />
        )}
        <Stack sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('lti.pick.minutes', { count: minutes })}
          </Typography>
        </Stack>
      </Stack>
    </Paper>
  )
}

import type { PassportSource } from '#plugins/passport/contract/index'
import { ownMeetings } from './own.js'

/** For a safety passport: the toolbox meetings that a person attended, the latest ones. */
export const service: PassportSource = {
  async lines(membershipId) {
    const { meetings } = await ownMeetings(membershipId)
    return meetings.map(({ topic, place, held_on: day }) => ({ name: topic, detail: place, from: day, until: null }))
  },
}

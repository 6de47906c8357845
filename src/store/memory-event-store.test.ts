import { describeEventStore } from '../../test/contracts/event-store.ts'
import { openMemoryEventStore } from './memory-event-store.ts'

describeEventStore('memory', openMemoryEventStore)

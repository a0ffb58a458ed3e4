import { makeHashesCheap } from './hashes.ts';

makeHashesCheap();

// A message that is lost was not sent.
// expect: holds
// spin: none (it counts lost messages as sent)
// options: --lose-messages
chan q = [1] of { byte };
active proctype p() { q!1; q!2; q?1; q!3; d_step { q!4; q!5 } }
trace { q!1; q!3 }
